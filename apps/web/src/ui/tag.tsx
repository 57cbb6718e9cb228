import classes from './tag.module.css'

/** A word that belongs to a thing: its label, or the state it is in. */
export function Tag({ tone = 'quiet', children }: { tone?: 'quiet' | 'waiting'; children: React.ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  )
}
