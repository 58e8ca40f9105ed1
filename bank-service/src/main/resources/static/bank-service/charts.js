"use strict";

// Draws the charts of the page from the tables and lists beside them, which say the same without this script:
// an element with data-chart (the kind) and data-from (the id of the table), rows with data-* figures.
(function () {
    const money = new Intl.NumberFormat("en", {minimumFractionDigits: 2, maximumFractionDigits: 2});
    const colours = ["#0b5cad", "#1d6b36", "#8a5a00", "#a3241d"];
    const drawn = new Map();

    const common = {
        aria: {enabled: true},
        animation: false,
        color: colours,
        grid: {left: 16, right: 32, top: 24, bottom: 32, containLabel: true},
    };

    const kinds = {
        // rows: data-label, data-value
        bars: (rows) => ({
            ...common,
            tooltip: {renderMode: "richText"},
            xAxis: {type: "value", minInterval: 1},
            yAxis: {type: "category", inverse: true, data: rows.map((row) => row.label)},
            series: [{type: "bar", label: {show: true}, data: rows.map((row) => Number(row.value))}],
        }),
        // rows, newest first: data-at (milliseconds), data-value (minor units after it)
        balance: (rows) => ({
            ...common,
            tooltip: {trigger: "axis", renderMode: "richText", valueFormatter: (value) => money.format(value)},
            xAxis: {type: "time", axisLabel: {hideOverlap: true}},
            yAxis: {type: "value", axisLabel: {formatter: (value) => money.format(value)}},
            series: [
                {
                    type: "line",
                    step: "end",
                    name: "Balance",
                    showSymbol: rows.length === 1,
                    data: rows.map((row) => [Number(row.at), Number(row.value) / 100]).reverse(),
                },
            ],
        }),
        // rows in order: data-place, data-label, data-value (milliseconds since the first)
        way: (rows) => {
            const places = [...new Set(rows.map((row) => row.place))];
            return {
                ...common,
                tooltip: {
                    renderMode: "richText",
                    formatter: (point) => point.name + ": +" + point.value[0] + " ms",
                },
                xAxis: {type: "value", name: "ms", axisLabel: {formatter: "+{value}", hideOverlap: true}},
                yAxis: {type: "category", inverse: true, data: places},
                series: [
                    {
                        type: "line",
                        symbol: "circle",
                        symbolSize: 12,
                        data: rows.map((row) => ({
                            name: row.label,
                            value: [Number(row.value), places.indexOf(row.place)],
                        })),
                    },
                ],
            };
        },
    };

    function draw() {
        for (const [box, chart] of drawn) {
            if (!box.isConnected) {
                chart.dispose();
                drawn.delete(box);
            }
        }
        for (const box of document.querySelectorAll("[data-chart]")) {
            const source = document.getElementById(box.dataset.from);
            const rows = source ? [...source.querySelectorAll("[data-value]")].map((row) => row.dataset) : [];
            if (!window.echarts || rows.length === 0) {
                box.hidden = true;
                continue;
            }
            box.hidden = false;
            const chart = drawn.get(box) || window.echarts.init(box);
            drawn.set(box, chart);
            chart.setOption(kinds[box.dataset.chart](rows), true);
        }
    }

    document.addEventListener("htmx:afterSettle", draw);
    window.addEventListener("resize", () => drawn.forEach((chart) => chart.resize()));
    draw();
})();
