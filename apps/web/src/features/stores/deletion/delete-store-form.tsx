import type { Store } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { closeUnlessCanceled } from '../../../ui/error-details.ts'
import { stripScheme } from '../../../ui/formats/address.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { TypedNameForm } from '../../../ui/overlays/typed-name-form.tsx'
import { useDeleteStore } from '../store-mutations.ts'

export function deleteStoreDialog(scope: ProjectScope, store: Store): Dialog {
  return { title: 'Delete store', body: (close) => <DeleteStoreForm scope={scope} store={store} onClose={close} /> }
}

function DeleteStoreForm({ scope, store, onClose }: { scope: ProjectScope; store: Store; onClose: () => void }) {
  const deletion = useDeleteStore(scope)
  return (
    <TypedNameForm
      name={store.name}
      isWorking={deletion.isPending}
      onConfirm={() => deletion.mutate(store, { onSettled: closeUnlessCanceled(onClose) })}
      onClose={onClose}
    >
      Visitors of <strong>{stripScheme(decodeURI(store.store_linkshelf_url))}</strong> see a page that says it does not exist, even through
      its short URL and printed codes. Products, categories and links stay. The name stays reserved for new stores of this organization.
    </TypedNameForm>
  )
}
