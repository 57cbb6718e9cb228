import type { YoutubeChannel, YoutubeChannelList } from '@linkshelf/contract'
import { Button, Text, Title } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { Tag } from '../../ui/tag.tsx'
import classes from './channel.module.css'
import { type ChannelScope, useConnect, useDisconnect } from './channel-mutations.ts'
import { isWorkedOn } from './channel-queries.ts'
import { ClientSteps } from './setup-steps.tsx'

interface ConnectionCardProps {
  scope: ChannelScope
  channel: YoutubeChannel
  google: YoutubeChannelList['google']
}

/** The Google account of the channel: only its owner may change descriptions. */
export function ConnectionCard({ scope, channel, google }: ConnectionCardProps) {
  const connect = useConnect(scope)
  const disconnect = useDisconnect(scope)
  const { connection } = channel
  return (
    <Card aria-label="Google account" role="region">
      <div className={classes.form}>
        <div className={classes.head}>
          <Title order={3}>Google account</Title>
          {connection === 'connected' && <Tag tone="good">Connected</Tag>}
          {connection === 'revoked' && <Tag tone="bad">Connection ended</Tag>}
        </div>
        {connection !== 'connected' && !google.can_connect ? (
          <ClientSteps redirectUrl={google.redirect_url} />
        ) : (
          <div className={classes.head}>
            <Text size="sm" c="dimmed">
              {explanations[connection]}
            </Text>
            {connection === 'connected' ? (
              <Button
                variant="default"
                size="xs"
                disabled={isWorkedOn(channel)}
                loading={disconnect.isPending}
                onClick={() => disconnect.mutate()}
              >
                Disconnect
              </Button>
            ) : (
              <Button size="xs" loading={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
                {connection === 'revoked' ? 'Connect Again' : 'Connect with Google'}
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  )
}

const explanations: Record<YoutubeChannel['connection'], string> = {
  none: 'Only the owner of the channel can change its descriptions. Google asks you to allow it, and you can end it at any time.',
  connected: 'Linkshelf can change the descriptions of this channel. You can end that here, or in the Google account.',
  revoked: 'Google no longer accepts the connection: it was ended in the Google account, or has expired. Descriptions stay as they are.',
}
