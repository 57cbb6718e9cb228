import type { YoutubeChannel, YoutubeVideo } from '@linkshelf/contract'
import { formatCount } from '../../ui/formats/numbers.ts'
import { ConfirmMutation } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { type ChannelScope, useUndo } from './channel-mutations.ts'
import { countUndoable } from './channel-state.ts'

export function undoAllDialog(scope: ChannelScope, channel: YoutubeChannel): Dialog {
  return {
    title: 'Undo migration',
    body: (close) => (
      <UndoForm scope={scope} subject={{}} onClose={close}>
        <strong>{formatCount(countUndoable(channel), 'video')}</strong> get their original descriptions back. Descriptions that were edited
        since stay as they are. The short links keep working.
      </UndoForm>
    ),
  }
}

export function undoVideoDialog(scope: ChannelScope, { video_id, title }: YoutubeVideo): Dialog {
  return {
    title: 'Undo video',
    body: (close) => (
      <UndoForm scope={scope} subject={{ video_id }} onClose={close}>
        “<strong>{title}</strong>” gets its original description back, unless it was edited since. Its short links keep working.
      </UndoForm>
    ),
  }
}

interface UndoFormProps {
  scope: ChannelScope
  subject: { video_id?: string }
  onClose: () => void
  children: React.ReactNode
}

function UndoForm({ scope, subject, onClose, children }: UndoFormProps) {
  return (
    <ConfirmMutation action="Undo" isDangerous mutation={useUndo(scope)} subject={subject} onClose={onClose}>
      {children}
    </ConfirmMutation>
  )
}
