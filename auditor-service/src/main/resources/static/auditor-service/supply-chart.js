"use strict";

// Draws issued = outstanding + redeemed over blocks from the page's own figures (minor units); the table says the same.
(function () {
    const box = document.getElementById("supply-chart");
    if (!box || !window.echarts) {
        return;
    }
    const points = JSON.parse(box.dataset.points);
    const unit = 10 ** points.digits;
    const format = new Intl.NumberFormat("en", {
        minimumFractionDigits: points.digits,
        maximumFractionDigits: points.digits,
    });
    const line = (name, values, more) => ({
        name: name,
        type: "line",
        step: "end",
        showSymbol: points.blocks.length === 1,
        data: values.map((value) => value / unit),
        ...more,
    });
    const chart = window.echarts.init(box);
    chart.setOption({
        aria: {enabled: true},
        animation: false,
        color: ["#a3241d", "#1d6b36", "#0b5cad"],
        grid: {left: 16, right: 24, top: 48, bottom: 32, containLabel: true},
        legend: {top: 0},
        tooltip: {trigger: "axis", renderMode: "richText", valueFormatter: (value) => format.format(value)},
        xAxis: {type: "category", name: "block", nameLocation: "middle", nameGap: 26, data: points.blocks},
        yAxis: {type: "value", axisLabel: {formatter: (value) => format.format(value)}},
        series: [
            line("Redeemed", points.redeemed, {stack: "supply", areaStyle: {opacity: 0.3}}),
            line("Outstanding", points.outstanding, {stack: "supply", areaStyle: {opacity: 0.3}}),
            line("Issued", points.issued, {lineStyle: {type: "dashed", width: 2}}),
        ],
    });
    box.dataset.drawn = "true";
    window.addEventListener("resize", () => chart.resize());
})();
