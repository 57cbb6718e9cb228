import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'

interface IconLinkProps {
  /** The name of the action, for example "Open". */
  action: string
  /** The name of the target. It is part of the accessible name. */
  name: string
  Icon: Icon
  /** A path of the dashboard, or an external URL, which opens in a new tab. */
  to: string
}

/**
 * An icon link of one entry of a list: the action is shown on hover, and screen readers read it with
 * the name of the entry.
 */
export function IconLink({ action, name, Icon, to }: IconLinkProps) {
  const buttonProps = {
    variant: 'subtle',
    color: 'gray',
    c: 'dimmed',
    size: 'lg',
    title: action,
    'aria-label': `${action} ${name}`,
  } as const
  const picture = <Icon aria-hidden size={17} stroke={1.6} />
  if (to.startsWith('/')) {
    return (
      <ActionIcon {...buttonProps} component={RouteLink} to={to}>
        {picture}
      </ActionIcon>
    )
  }
  return (
    <ActionIcon {...buttonProps} component="a" href={to} target="_blank" rel="noreferrer">
      {picture}
    </ActionIcon>
  )
}
