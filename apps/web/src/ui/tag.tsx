import classes from './tag.module.css'

interface TagProps {
  tone?: 'quiet' | 'good' | 'waiting'
  /** A colour of its own, as a dot and a tint; the word stays in the colour of text. */
  color?: string
  children: React.ReactNode
}

/** A word that belongs to a thing: its label, or the state it is in. */
export function Tag({ tone = 'quiet', color, children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone} data-colored={color === undefined ? undefined : true} style={{ color }}>
      <span className={classes.word}>{children}</span>
    </span>
  )
}
