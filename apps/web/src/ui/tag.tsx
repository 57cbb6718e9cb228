import classes from './tag.module.css'

/**
 * A text with at most this many characters fits into a tag, unless the tag has little space. Longer texts are shown on
 * hover.
 */
const shortLength = 12

export interface TagProps {
  tone?: 'neutral' | 'good' | 'pending' | 'bad'
  /** The color of the dot and of the background tint. The text keeps its color. */
  color?: string
  children: React.ReactNode
}

/** A label or a state. A long text ends in an ellipsis and is shown in full on hover. */
export function Tag({ tone = 'neutral', color, children }: TagProps) {
  return (
    <span
      className={classes.tag}
      data-tone={tone}
      data-colored={color === undefined ? undefined : true}
      style={{ color }}
      title={typeof children === 'string' && children.length > shortLength ? children : undefined}
    >
      <span className={classes.word}>{children}</span>
    </span>
  )
}
