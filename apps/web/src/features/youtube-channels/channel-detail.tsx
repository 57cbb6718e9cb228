import type { YoutubeChannel, YoutubeChannelList } from '@linkshelf/contract'
import { Button, Text, Title } from '@mantine/core'
import { Can, Editable } from '../../session/permissions.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import { Portrait } from '../../ui/portrait.tsx'
import classes from './channel.module.css'
import { ChannelOrigin } from './channel-list.tsx'
import type { ChannelScope } from './channel-mutations.ts'
import { isWorkedOn, useRefetchVideos } from './channel-queries.ts'
import { ConnectionCard } from './connection-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { WatchCard } from './plan-choices.tsx'
import { StatusCard } from './status-card.tsx'
import { VideoList } from './videos/video-list.tsx'

interface ChannelDetailProps {
  scope: ChannelScope
  channel: YoutubeChannel
  list: YoutubeChannelList
  /** Whether the plan shows the clicks of one video. */
  hasFullAnalytics: boolean
}

/** Shows one channel: its state, its connection, the preview of a migration, and its videos. */
export function ChannelDetail({ scope, channel, hasFullAnalytics, list: { google, quota } }: ChannelDetailProps) {
  useRefetchVideos(channel)
  const { channelName, thumbnailUrl } = channel
  const isBusy = isWorkedOn(channel)
  return (
    <>
      <BackLink to="/settings/youtube">All channels</BackLink>
      <div className={classes.title}>
        <Portrait name={channelName} src={thumbnailUrl} size="large" />
        <div className={classes.about}>
          <Title order={2}>{channelName}</Title>
          <Text size="sm" c="dimmed">
            <ChannelOrigin channel={channel} />
          </Text>
        </div>
        <Can call="youtubeChannels.delete">
          <Button
            variant="default"
            size="xs"
            disabled={isBusy}
            onClick={({ currentTarget }) =>
              void openDialog(() => import('./remove-dialog.tsx').then(({ removeDialog }) => removeDialog(scope, channel)), currentTarget)
            }
          >
            Remove
          </Button>
        </Can>
      </div>
      <StatusCard scope={scope} channel={channel} canScan={google.can_scan} />
      <Editable call="youtubeChannels.connect">
        <ConnectionCard scope={scope} channel={channel} google={google} />
      </Editable>
      {!isBusy && channel.scanned_at !== null && (
        <Editable call="youtubeChannels.migrate">
          <PlanCard scope={scope} channel={channel} quota={quota} />
        </Editable>
      )}
      <Editable call="youtubeChannels.update">
        <WatchCard scope={scope} channel={channel} />
      </Editable>
      {channel.status !== 'pending' && channel.status !== 'scanning' && (
        <VideoList scope={scope} channel={channel} hasFullAnalytics={hasFullAnalytics} />
      )}
    </>
  )
}
