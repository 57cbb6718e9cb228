import type { YoutubeChannel } from '@linkshelf/contract'
import { Button, Text } from '@mantine/core'
import { Link as RouteLink } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { stripScheme } from '../../ui/formats/address.tsx'
import { formatDate, formatInstant } from '../../ui/formats/dates.ts'
import { formatCount, formatNumber, formatShortNumber } from '../../ui/formats/numbers.ts'
import { Portrait } from '../../ui/portrait.tsx'
import { Tag } from '../../ui/tag.tsx'
import classes from './channel.module.css'
import { countVideos, toShownState } from './channel-state.ts'

export function toChannelPath(id: string): string {
  return `/settings/youtube?channel=${id}`
}

export function ChannelList({ channels }: { channels: readonly YoutubeChannel[] }) {
  return (
    <Card p={0}>
      <ul className={classes.channels} aria-label="Channels">
        {channels.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} />
        ))}
      </ul>
    </Card>
  )
}

function ChannelRow({ channel }: { channel: YoutubeChannel }) {
  const { id, channelName, thumbnailUrl } = channel
  const { label, tone } = toShownState(channel)
  const isToReview = channel.status === 'ready' && (channel.videos.planned ?? 0) > 0
  return (
    <li className={classes.channel}>
      <Portrait name={channelName} src={thumbnailUrl} size="large" />
      <div className={classes.about}>
        <div className={classes.name}>
          <RouteLink to={toChannelPath(id)}>{channelName}</RouteLink>
          <Tag tone={tone}>{label}</Tag>
        </div>
        <Text size="sm" c="dimmed">
          <ChannelOrigin channel={channel} />
        </Text>
        <Text size="sm" className={classes.facts}>
          {formatFacts(channel)}
        </Text>
      </div>
      <Button
        variant={isToReview ? 'filled' : 'default'}
        size="xs"
        component={RouteLink}
        to={toChannelPath(id)}
        aria-label={`${isToReview ? 'Review' : 'Open'} ${channelName}`}
      >
        {isToReview ? 'Review' : 'Open'}
      </Button>
    </li>
  )
}

export function ChannelOrigin({ channel: { channelUrl, subscribers } }: { channel: YoutubeChannel }) {
  return (
    <>
      {stripScheme(channelUrl).replace(/^www\./, '')}
      {subscribers !== null && ` · ${formatShortNumber(subscribers)} ${subscribers === 1 ? 'subscriber' : 'subscribers'}`}
    </>
  )
}

function formatFacts(channel: YoutubeChannel): string {
  const { status, linksFound, linksReplaced, lastMigrationDate, run, paused_until } = channel
  if (status === 'pending') return `The scan starts ${paused_until === null ? 'in a moment' : `on ${formatInstant(paused_until)}`}.`
  if (status === 'scanning') return `${formatCount(countVideos(channel), 'video')} read so far`
  if (status === 'migrating' && run !== null) return `${formatNumber(run.done)} of ${formatCount(run.total, 'video')} done`
  const found = `${formatCount(linksFound, 'link')} found`
  const replaced = linksReplaced > 0 ? ` · ${formatNumber(linksReplaced)} replaced` : ''
  return `${found}${replaced}${lastMigrationDate === null ? '' : ` · last migration ${formatDate(lastMigrationDate)}`}`
}
