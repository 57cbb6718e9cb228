import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'

interface IconLinkProps {
  /** "Open" */
  verb: string
  /** The target, part of the accessible name. */
  name: string
  Icon: Icon
  /** A path of ours, or an address elsewhere, which gets a tab of its own. */
  to: string
}

/** The way to something of one thing of many: a picture, its word on hover, and the thing's name for those who listen. */
export function IconLink({ verb, name, Icon, to }: IconLinkProps) {
  const look = { variant: 'subtle', color: 'gray', c: 'dimmed', size: 'lg', title: verb, 'aria-label': `${verb} ${name}` } as const
  const picture = <Icon aria-hidden size={17} stroke={1.6} />
  if (to.startsWith('/')) {
    return (
      <ActionIcon {...look} component={RouteLink} to={to}>
        {picture}
      </ActionIcon>
    )
  }
  return (
    <ActionIcon {...look} component="a" href={to} target="_blank" rel="noreferrer">
      {picture}
    </ActionIcon>
  )
}
