import classes from './portrait.module.css'

interface PortraitProps {
  /** The name or the email address; it is shown beside the picture. */
  name: string
  /** The URL of the picture; null if there is none. */
  src: string | null
  size?: 'small' | 'large'
}

/** A user's picture, drawn over their initials. If the picture cannot be loaded, the initials are visible. */
export function Portrait({ name, src, size = 'small' }: PortraitProps) {
  return (
    <span className={classes.portrait} data-size={size} data-initials={toInitials(name)}>
      {src !== null && <img key={src} src={src} alt="" referrerPolicy="no-referrer" onError={(event) => event.currentTarget.remove()} />}
    </span>
  )
}

/** Returns at most two initials of a name or an email address. */
export function toInitials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== '')
  return words
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('')
}
