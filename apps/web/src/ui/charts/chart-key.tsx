import classes from './chart-key.module.css'

interface ChartKeyProps {
  of: 'values' | 'behind' | 'mark' | 'nothing'
  children: React.ReactNode
}

/** The color of a part of a chart before its name, in the legend and in the tooltip. */
export function ChartKey({ of, children }: ChartKeyProps) {
  return (
    <span className={classes.key} data-of={of}>
      {children}
    </span>
  )
}
