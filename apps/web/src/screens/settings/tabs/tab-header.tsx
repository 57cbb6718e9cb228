import { Text, Title } from '@mantine/core'
import classes from '../settings.module.css'

interface TabHeaderProps {
  title: string
  /** A sentence that says the purpose of the tab. */
  children: React.ReactNode
  action?: React.ReactNode
}

export function TabHeader({ title, children, action }: TabHeaderProps) {
  return (
    <div className={classes.head}>
      <div className={classes.words}>
        <Title order={2}>{title}</Title>
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      </div>
      {action}
    </div>
  )
}
