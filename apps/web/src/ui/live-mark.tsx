import classes from './live-mark.module.css'

/** Says whether the numbers beside it are moving. */
export function LiveMark({ isLive }: { isLive: boolean }) {
  return (
    <span className={classes.mark} data-live={isLive || undefined}>
      {isLive ? 'Live' : 'Not live'}
    </span>
  )
}
