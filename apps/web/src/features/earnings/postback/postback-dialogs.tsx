import type { ProjectScope } from '../../../api/api.ts'
import { ConfirmForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { useCreatePostback, useDeletePostback } from '../earnings-queries.ts'

const titles = { replace: 'Replace postback address', remove: 'Remove postback address' } as const

export function postbackDialog(scope: ProjectScope, action: 'replace' | 'remove'): Dialog {
  return { title: titles[action], body: (close) => <PostbackForm scope={scope} action={action} onClose={close} /> }
}

function PostbackForm({ scope, action, onClose }: { scope: ProjectScope; action: 'replace' | 'remove'; onClose: () => void }) {
  const creation = useCreatePostback(scope)
  const deletion = useDeletePostback(scope)
  const mutation = action === 'replace' ? creation : deletion
  return (
    <ConfirmForm
      action={action === 'replace' ? 'Replace' : 'Remove'}
      isDangerous
      isWorking={mutation.isPending}
      onConfirm={() => mutation.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      The current address stops working immediately at every network that uses it. Sales that were reported stay.
    </ConfirmForm>
  )
}
