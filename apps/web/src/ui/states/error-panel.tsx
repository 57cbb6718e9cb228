import { Button, Text, Title } from '@mantine/core'
import { IconCloudOff, IconLock } from '@tabler/icons-react'
import { useMemo } from 'react'
import { isPlanLimit, toErrorDetails } from '../error-details.ts'
import { EmptyState } from './empty-state.tsx'
import classes from './message-panel.module.css'
import { useRetry } from './use-retry.ts'

export interface ErrorPanelProps {
  title: string
  /** 1 if this is the only heading of the page. */
  headingOrder?: 1 | 2
  error: unknown
  /** The text of the retry button. */
  action?: string
  onRetry: () => unknown
  /**
   * Renders a button that replaces the retry button if the plan does not include the request, because a retry would
   * fail again.
   */
  planAction?: (error: unknown) => React.ReactNode
}

/** The error state of a screen or a card: title, message, retry button and the correlation id. */
export function ErrorPanel({ planAction, ...failure }: ErrorPanelProps) {
  const { error, headingOrder } = failure
  if (planAction === undefined || !isPlanLimit(error)) return <FailurePanel {...failure} />
  return (
    <EmptyState
      icon={<IconLock size={26} stroke={1.6} />}
      title="Not in your plan"
      headingOrder={headingOrder}
      action={planAction(error) || undefined}
    >
      {error.message}
    </EmptyState>
  )
}

function FailurePanel({ title, headingOrder = 2, error, action = 'Retry', onRetry }: Omit<ErrorPanelProps, 'planAction'>) {
  const { button, isRetrying, retry } = useRetry(onRetry)
  // A generated id must not change between renders, because the user may be reading it out.
  const { message, correlationId } = useMemo(() => toErrorDetails(error), [error])

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
