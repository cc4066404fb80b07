// A line chart over time: a plain custom element around uPlot, fed by one property.
class SluiceChart extends HTMLElement {
  connectedCallback() {
    // The server may have set the property before the browser knew this element.
    if (Object.prototype.hasOwnProperty.call(this, 'chart')) {
      const early = this.chart;
      delete this.chart;
      this.chart = early;
    }
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this);
    this.draw();
  }

  disconnectedCallback() {
    this.observer.disconnect();
    this.plot?.destroy();
    this.plot = undefined;
  }

  set chart(text) {
    const next = JSON.parse(text);
    const same = this.spec && JSON.stringify(this.spec.series) === JSON.stringify(next.series);
    this.spec = next;
    if (this.plot && same) {
      this.plot.setData(next.values);
    } else {
      this.draw();
    }
  }

  size() {
    const legend = 30;
    return { width: Math.max(120, this.clientWidth), height: Math.max(80, this.clientHeight - legend) };
  }

  fit() {
    this.plot?.setSize(this.size());
  }

  draw() {
    if (!this.isConnected || !this.spec) return;
    this.plot?.destroy();
    const { series, values, unit } = this.spec;
    const short = (v) =>
      v === null || v === undefined ? '–' : Math.abs(v) >= 1e6 ? +(v / 1e6).toFixed(2) + 'M'
        : Math.abs(v) >= 1e4 ? +(v / 1e3).toFixed(1) + 'k' : String(+v.toPrecision(4));
    const clock = new Intl.DateTimeFormat(document.documentElement.lang || 'en',
      { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
    const grid = { stroke: '#eef2f5', width: 1 };
    const axis = { stroke: '#7c8899', grid, ticks: { show: false }, font: '11px sans-serif' };
    this.plot = new uPlot({
      ...this.size(),
      cursor: { drag: { x: false, y: false } },
      scales: { y: { range: (u, lo, hi) => [Math.min(0, lo ?? 0), (hi ?? 0) > 0 ? hi * 1.1 : 1] } },
      axes: [
        { ...axis, space: 70, size: 26, values: (u, ticks) => ticks.map((t) => clock.format(new Date(t * 1000)).slice(0, 5)) },
        { ...axis, size: 56, values: (u, ticks) => ticks.map((t) => short(t) + (unit ? ' ' + unit : '')) },
      ],
      series: [
        { label: this.spec.time, value: (u, t) => (t ? clock.format(new Date(t * 1000)) : '–') },
        ...series.map((s) => ({
          label: s.label, stroke: s.colour, width: 1.6, fill: s.fill || undefined, points: { show: false },
          value: (u, v) => short(v), spanGaps: false,
        })),
      ],
    }, values, this);
  }
}
customElements.define('sluice-chart', SluiceChart);
