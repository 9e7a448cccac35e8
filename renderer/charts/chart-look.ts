/** What every chart shares. Colours are the tokens of the theme, so a chart changes with it without being drawn again. */
export const chartText = { fill: "var(--text-3)", fontSize: 12 } as const;
export const axisInk = { stroke: "var(--border)" } as const;

export const tooltipLook = {
  isAnimationActive: false,
  cursor: { stroke: "var(--border-strong)", fill: "var(--hover)" },
  contentStyle: {
    background: "var(--surface)",
    border: "1px solid var(--border)",
    borderRadius: 6,
    boxShadow: "var(--shadow-large)",
    padding: "4px 10px",
  },
  labelStyle: { color: "var(--text-3)" },
  itemStyle: { color: "var(--text)", padding: 0 },
} as const;
