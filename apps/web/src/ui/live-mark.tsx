import classes from './live-mark.module.css'

/** Whether the numbers beside it update by themselves. */
export function LiveMark({ isLive }: { isLive: boolean }) {
  return (
    <span className={classes.mark} data-live={isLive || undefined}>
      {isLive ? 'Live' : 'Not live'}
    </span>
  )
}
