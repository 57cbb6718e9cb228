import classes from './live-mark.module.css'

/** Shows whether the numbers beside it are updated live. */
export function LiveMark({ isLive }: { isLive: boolean }) {
  return (
    <span className={classes.mark} data-live={isLive || undefined}>
      {isLive ? 'Live' : 'Not live'}
    </span>
  )
}
