import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import classes from './screen.module.css'

interface ScreenProps {
  title: string
  subtitle?: React.ReactNode
  /** If true, the title is not shown as a heading, because the screen has its own heading. */
  hasOwnHeading?: boolean
  /** The main action of the screen. It is shown next to the heading. */
  action?: React.ReactNode
  children: React.ReactNode
}

export function Screen({ title, subtitle, hasOwnHeading, action, children }: ScreenProps) {
  useDocumentTitle(`${title} · Linkshelf`)
  return (
    <div className={classes.screen}>
      {!hasOwnHeading && (
        <div className={classes.head}>
          <div>
            <Title order={1}>{title}</Title>
            {subtitle !== undefined && <p className={classes.subtitle}>{subtitle}</p>}
          </div>
          {action}
        </div>
      )}
      {children}
    </div>
  )
}
