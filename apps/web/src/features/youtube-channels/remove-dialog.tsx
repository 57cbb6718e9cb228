import type { YoutubeChannel } from '@linkshelf/contract'
import { ConfirmMutation } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { type ChannelScope, useRemoveChannel } from './channel-mutations.ts'

export function removeDialog(scope: ChannelScope, channel: YoutubeChannel): Dialog {
  return { title: 'Remove channel', body: (close) => <RemoveForm scope={scope} channel={channel} onClose={close} /> }
}

function RemoveForm({ scope, channel, onClose }: { scope: ChannelScope; channel: YoutubeChannel; onClose: () => void }) {
  return (
    <ConfirmMutation action="Remove" isDangerous mutation={useRemoveChannel(scope)} subject={channel} onClose={onClose}>
      “<strong>{channel.channelName}</strong>” is removed here, with the stored originals of its descriptions, so a migration can’t be
      undone after that. Descriptions on YouTube and short links do not change.
    </ConfirmMutation>
  )
}
