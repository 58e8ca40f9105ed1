"use strict";

// Draws the supply after each block from the page's own figures (minor units); the table says the same without it.
(function () {
    const box = document.getElementById("supply-chart");
    if (!box || !window.echarts) {
        return;
    }
    const money = new Intl.NumberFormat("en", {minimumFractionDigits: 2, maximumFractionDigits: 2});
    const series = [
        ["Issued", "issued"],
        ["Redeemed", "redeemed"],
        ["Outstanding", "outstanding"],
        ["Reserves", "reserves"],
        ["Reserves and currency", "total"],
    ];

    function draw(points) {
        box.textContent = "";
        const chart = window.echarts.init(box);
        chart.setOption({
            animation: false,
            color: ["#0b5cad", "#a3241d", "#1d6b36", "#8a5a00", "#1b2733"],
            grid: {left: 16, right: 24, top: 48, bottom: 32, containLabel: true},
            legend: {top: 0},
            tooltip: {
                trigger: "axis",
                renderMode: "richText",
                valueFormatter: (value) => (value === null || value === undefined ? "not kept" : money.format(value)),
            },
            xAxis: {type: "value", name: "block", nameLocation: "middle", nameGap: 26, min: "dataMin", max: "dataMax", minInterval: 1},
            yAxis: {type: "value", axisLabel: {formatter: (value) => money.format(value)}},
            series: series.map(([name, field]) => ({
                name: name,
                type: "line",
                step: "end",
                showSymbol: points.length === 1,
                lineStyle: field === "total" ? {type: "dashed", width: 2} : {width: 2},
                data: points.map((point) => [point.block, point[field] === null ? null : point[field] / 100]),
            })),
        });
        window.addEventListener("resize", () => chart.resize());
    }

    fetch(box.dataset.points, {headers: {Accept: "application/json"}})
        .then((answer) => {
            if (!answer.ok) {
                throw new Error("status " + answer.status);
            }
            return answer.json();
        })
        .then(draw)
        .catch(() => {
            box.textContent = "The chart cannot be drawn now; the figures are in the table below.";
        });
})();
