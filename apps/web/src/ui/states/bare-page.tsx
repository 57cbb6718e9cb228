import { Text, Title } from '@mantine/core'
import classes from './bare-page.module.css'

interface BarePageProps {
  logo: React.ReactNode
  title: string
  text?: string
  /** True while something is in progress and the user only has to wait. */
  isBusy?: boolean
  children?: React.ReactNode
}

/** A page without the layout: one sentence and one action. */
export function BarePage({ logo, title, text, isBusy, children }: BarePageProps) {
  return (
    <main className={classes.page}>
      <div className={classes.panel}>
        <div className={classes.logo}>{logo}</div>
        <div role={isBusy ? 'status' : undefined}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
        </div>
        {text !== undefined && <Text c="dimmed">{text}</Text>}
        <div className={classes.foot}>{isBusy ? <span className={classes.progress} /> : children}</div>
      </div>
    </main>
  )
}
