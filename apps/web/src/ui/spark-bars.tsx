import classes from './spark-bars.module.css'

const heightPx = 28

/** A sparkline of bars from zero, hidden from screen readers: the text beside it has the numbers. */
export function SparkBars({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values)
  const bars = values.map((value, index) => ({
    x: index * 4,
    height: value === 0 ? 1.5 : Math.max(3, (value / most) * heightPx),
    isEmpty: value === 0,
  }))
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${Math.max(values.length, 1) * 4} ${heightPx}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {bars.map(({ x, height, isEmpty }) => (
        <rect key={x} x={x} y={heightPx - height} width={2.8} height={height} rx={0.8} data-empty={isEmpty || undefined} />
      ))}
    </svg>
  )
}
