import { UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import classes from './menu-button.module.css'

interface MenuButtonProps extends React.ComponentPropsWithRef<'button'> {
  /** The letters in the picture. */
  initials: string
  /** The address of the picture; the letters stay visible when it cannot be loaded. */
  pictureUrl?: string | null | undefined
  /** The shape of the picture: round for a user, square with a border for a project. */
  shape: 'user' | 'project'
  /** Read before the title by screen readers: "Project". */
  purpose?: string
  title: string
  detail: string | undefined
  /** The accessible name when only the picture is shown. */
  narrowName: string
  isNarrow: boolean | undefined
}

/** The button of the user menu and the project menu: a picture, a name and a second line. */
export function MenuButton({ initials, pictureUrl, shape, purpose, title, detail, narrowName, isNarrow, ...button }: MenuButtonProps) {
  return (
    <UnstyledButton
      {...button}
      className={classes.button}
      aria-label={isNarrow ? narrowName : undefined}
      aria-haspopup="menu"
      data-shape={shape}
      data-narrow={isNarrow || undefined}
    >
      <span className={classes.picture} data-initials={initials}>
        {pictureUrl && <img key={pictureUrl} src={pictureUrl} alt="" onError={(event) => event.currentTarget.remove()} />}
      </span>
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
