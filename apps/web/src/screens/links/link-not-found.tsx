import { linkNotFoundMessage } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Screen } from '../screen.tsx'

/** The screen to continue with when a link does not exist. */
export interface FallbackScreen {
  to: string
  label: string
}

export function LinkNotFound({ fallback: { to, label } }: { fallback: FallbackScreen }) {
  return (
    <Screen title="Link Not Found" hasOwnHeading>
      <EmptyState
        icon={<IconLinkOff size={26} stroke={1.6} />}
        title="Link Not Found"
        headingOrder={1}
        action={
          <Button component={RouteLink} to={to}>
            {label}
          </Button>
        }
      >
        {linkNotFoundMessage}
      </EmptyState>
    </Screen>
  )
}
