import classes from './tag.module.css'

/** A text of so many characters fits in a tag, unless the tag has less space. */
const shortLength = 12

export interface TagProps {
  tone?: 'neutral' | 'good' | 'pending' | 'bad'
  /** The color of the dot and the tint; the text keeps its color. */
  color?: string
  children: React.ReactNode
}

/** A label, or the state of something. A long name ends in an ellipsis, and is shown whole on hover. */
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
