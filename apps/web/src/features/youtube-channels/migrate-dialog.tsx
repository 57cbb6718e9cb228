import type { YoutubePreview } from '@linkshelf/contract'
import { formatCount } from '../../ui/formats/numbers.ts'
import { ConfirmMutation } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { type ChannelScope, useMigrate } from './channel-mutations.ts'

export function migrateDialog(scope: ChannelScope, channelName: string, { videos, links }: YoutubePreview): Dialog {
  return {
    title: 'Migrate descriptions',
    body: (close) => (
      <MigrateForm scope={scope} videos={videos} onClose={close}>
        <strong>{formatCount(links, 'link')}</strong> in the descriptions of <strong>{formatCount(videos, 'video')}</strong> of “
        {channelName}” are replaced on YouTube. The originals are stored, and you can undo it, for one video or for all.
      </MigrateForm>
    ),
  }
}

interface MigrateFormProps {
  scope: ChannelScope
  videos: number
  onClose: () => void
  children: React.ReactNode
}

function MigrateForm({ scope, videos, onClose, children }: MigrateFormProps) {
  return (
    <ConfirmMutation action="Migrate" mutation={useMigrate(scope)} subject={videos} onClose={onClose}>
      {children}
    </ConfirmMutation>
  )
}
