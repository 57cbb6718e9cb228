import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import classes from './screen.module.css'

interface ScreenProps {
  title: string
  subtitle?: React.ReactNode
  /** A screen with a heading of its own shows none above it. */
  hasOwnHeading?: boolean
  children: React.ReactNode
}

export function Screen({ title, subtitle, hasOwnHeading, children }: ScreenProps) {
  useDocumentTitle(`${title} · Linkshelf`)
  return (
    <div className={classes.screen}>
      {!hasOwnHeading && (
        <div>
          <Title order={1}>{title}</Title>
          {subtitle !== undefined && <p className={classes.subtitle}>{subtitle}</p>}
        </div>
      )}
      {children}
    </div>
  )
}
