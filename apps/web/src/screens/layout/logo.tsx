import classes from './logo.module.css'

/** Three books on a shelf, the last one leaning. */
export function Logo({ withName = true }: { withName?: boolean }) {
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 32 32" width="30" height="30" role="img" aria-label="Linkshelf">
        <rect width="32" height="32" rx="9" fill="#067b5a" />
        <g fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round">
          <path d="M8 24h16" />
          <path d="M10.5 19.5v-9" />
          <path d="M15.5 19.5v-6" />
          <path d="m20 19.3 2.6-8.6" stroke="#8ff0cf" />
        </g>
      </svg>
      {withName && (
        <span className={classes.name} aria-hidden>
          Linkshelf
        </span>
      )}
    </span>
  )
}
