import classes from './spark-bars.module.css'

const heightPx = 28
const stepPx = 4
const barPx = 2.8

/** A sparkline of bars from zero, as one path. Screen readers skip it, because the text beside it has the numbers. */
export function SparkBars({ values }: { values: readonly number[] }) {
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${Math.max(values.length, 1) * stepPx} ${heightPx}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={toSparkPath(values)} />
    </svg>
  )
}

/** Returns a path with a bar for each value above zero. The smallest bar is high enough to be visible. */
function toSparkPath(values: readonly number[]): string {
  const most = Math.max(1, ...values)
  return values
    .map((value, index) => {
      if (value === 0) return ''
      const height = Math.max(3, (value / most) * heightPx)
      return `M${index * stepPx} ${heightPx}v${-height.toFixed(1)}h${barPx}v${height.toFixed(1)}`
    })
    .join('')
}
