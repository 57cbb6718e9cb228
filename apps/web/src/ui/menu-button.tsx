import { UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import classes from './menu-button.module.css'

interface MenuButtonProps extends React.ComponentPropsWithRef<'button'> {
  /** The letters of its picture. */
  initials: string
  /** A person is round; a place is square and framed. */
  shape: 'person' | 'place'
  /** Told before the title to those who listen: "Project". */
  purpose?: string
  title: string
  detail: string | undefined
  /** Its whole name where only the picture has room. */
  narrowName: string
  isNarrow: boolean | undefined
}

/** What opens a menu about a person or a place: its picture, its name, and a second line. */
export function MenuButton({ initials, shape, purpose, title, detail, narrowName, isNarrow, ...button }: MenuButtonProps) {
  return (
    <UnstyledButton
      {...button}
      className={classes.button}
      aria-label={isNarrow ? narrowName : undefined}
      aria-haspopup="menu"
      data-shape={shape}
      data-narrow={isNarrow || undefined}
    >
      <span className={classes.picture} data-initials={initials} />
      {!isNarrow && (
        <>
          <span className={classes.names}>
            {purpose !== undefined && <span className="visually-hidden">{purpose}: </span>}
            <span className={classes.title}>{title}</span>
            <span className={classes.detail}>{detail}</span>
          </span>
          <IconSelector aria-hidden size={16} stroke={1.6} />
        </>
      )}
    </UnstyledButton>
  )
}
