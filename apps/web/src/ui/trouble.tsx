import { Button, Text, Title } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { faultOf } from './fault.ts'
import classes from './message-panel.module.css'
import { useRetry } from './retry.ts'

interface TroubleProps {
  title: string
  /** 1 where no other heading stands above it. */
  headingOrder?: 1 | 2
  error: unknown
  action: string
  onRetry: () => unknown
}

/** Something failed: what, a way on, and the id that finds it in the log. */
export function Trouble({ title, headingOrder = 2, error, action, onRetry }: TroubleProps) {
  const { button, isRetrying, retry } = useRetry(onRetry)
  // An error without an id is given one; it must not change while somebody reads it out.
  const { message, correlationId } = useMemo(() => faultOf(error), [error])

  return (
    <div className={classes.panel} role="alert">
      <span className={classes.icon} data-tone="bad">
        <IconCloudOff aria-hidden size={26} stroke={1.6} />
      </span>
      <Title order={headingOrder} size="h2">
        {title}
      </Title>
      <Text c="dimmed" maw={460}>
        {message}
      </Text>
      <Button ref={button} mt="sm" loading={isRetrying} onClick={retry}>
        {action}
      </Button>
      <Text size="xs" c="dimmed" mt="xs">
        Correlation ID <code>{correlationId}</code>. Give it to support if this keeps happening.
      </Text>
    </div>
  )
}
