import { errorCatalog } from '@linkshelf/contract'
import { Button, Text, Title } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link as RouteLink, useNavigate } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { Card } from '../../ui/card.tsx'
import { toErrorDetails } from '../../ui/error-details.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import classes from './channel.module.css'
import { toChannelPath } from './channel-list.tsx'
import { useFinishConnection } from './channel-mutations.ts'

/** The parameters that Google adds to the URL when it redirects back to the dashboard. */
export interface ConnectionResult {
  state: string
  /** Null if the owner did not allow the connection. */
  code: string | null
}

export function readConnectionResult(params: URLSearchParams): ConnectionResult | undefined {
  const state = params.get('state')
  const code = params.get('code')
  return state === null || (code === null && !params.has('error')) ? undefined : { state, code }
}

/**
 * Stores the connection once, and then shows the channel. The URL with the code is replaced in the browser's history.
 */
export function ConnectionReturn({ scope, returned: { state, code } }: { scope: ProjectScope; returned: ConnectionResult }) {
  const navigate = useNavigate()
  const { mutate, error } = useFinishConnection(scope)
  const isSent = useRef(false)

  useEffect(() => {
    if (code === null || isSent.current) return
    isSent.current = true
    mutate({ state, code }, { onSuccess: ({ id }) => void navigate(toChannelPath(id), { replace: true }) })
  }, [state, code, mutate, navigate])

  if (code === null) return <NotConnected>{errorCatalog.YOUTUBE_CONNECTION_REFUSED.message}</NotConnected>
  if (error !== null)
    return <NotConnected>{toErrorDetails(error, 'The connection could not be stored. Connect the channel again.').message}</NotConnected>
  return (
    <Card>
      <div className={classes.form} role="status">
        <Title order={2}>Connecting…</Title>
        <Text size="sm" c="dimmed">
          Google allowed the connection. It is being saved.
        </Text>
        <progress className={classes.progress} aria-label="Connecting" />
      </div>
    </Card>
  )
}

function NotConnected({ children }: { children: React.ReactNode }) {
  return (
    <EmptyState
      icon={<IconPlugConnectedX size={26} stroke={1.6} />}
      title="The channel is not connected"
      action={
        <Button component={RouteLink} to="/settings/youtube" replace>
          Show channels
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
