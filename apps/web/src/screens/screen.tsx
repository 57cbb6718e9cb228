import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { createContext, useContext } from 'react'
import classes from './screen.module.css'

/** The notice of an area of the dashboard. Each screen of the area shows it below the heading. */
export const AreaNoticeContext = createContext<React.ReactNode>(null)

/** Shows the notice of the area. A screen with its own heading renders this below the heading. */
export function AreaNotice() {
  return useContext(AreaNoticeContext)
}

interface ScreenProps {
  title: string
  subtitle?: React.ReactNode
  /** The link to the parent screen. It is shown above the heading. */
  back?: React.ReactNode
  /** If true, the title is not shown as a heading, because the screen has its own heading. */
  hasOwnHeading?: boolean
  /** The main action of the screen. It is shown next to the heading. */
  action?: React.ReactNode
  children: React.ReactNode
}

export function Screen({ title, subtitle, back, hasOwnHeading, action, children }: ScreenProps) {
  useDocumentTitle(`${title} · Linkshelf`)
  return (
    <div className={classes.screen}>
      {!hasOwnHeading && (
        <div className={classes.head}>
          <div>
            {back}
            <Title order={1}>{title}</Title>
            {subtitle !== undefined && <p className={classes.subtitle}>{subtitle}</p>}
          </div>
          {action}
        </div>
      )}
      {!hasOwnHeading && <AreaNotice />}
      {children}
    </div>
  )
}
