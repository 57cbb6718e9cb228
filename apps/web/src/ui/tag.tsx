import classes from './tag.module.css'

export interface TagProps {
  tone?: 'neutral' | 'good' | 'pending' | 'bad'
  /** The color of the dot and the tint; the text keeps its color. */
  color?: string
  children: React.ReactNode
}

/** A label, or the state of something. */
export function Tag({ tone = 'neutral', color, children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone} data-colored={color === undefined ? undefined : true} style={{ color }}>
      <span className={classes.word}>{children}</span>
    </span>
  )
}
