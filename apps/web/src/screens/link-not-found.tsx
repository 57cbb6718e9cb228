import { errorCatalogue } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { EmptyState } from '../ui/empty-state.tsx'
import { Screen } from './screen.tsx'

/** Where one goes on from a link that is not there. */
export interface WayOut {
  to: string
  label: string
}

export function LinkNotFound({ wayOut: { to, label } }: { wayOut: WayOut }) {
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
        {errorCatalogue.LINK_NOT_FOUND.message}
      </EmptyState>
    </Screen>
  )
}
