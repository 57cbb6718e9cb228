import { type LinkView, linkViewForm, linkViewNameMaxLength } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { SavedViewForm } from '../../../ui/saved-views/saved-view-form.tsx'
import { useSaveView } from './view-queries.ts'

interface ViewFormProps {
  scope: ProjectScope
  views: readonly LinkView[]
  /** The query of the present list. */
  query: string
  /** The view that gets another name; undefined for a new one. */
  renamed: LinkView | undefined
  onClose: () => void
}

export function viewDialog(form: Omit<ViewFormProps, 'onClose'>): Dialog {
  return {
    title: form.renamed === undefined ? 'Save this view' : 'Rename this view',
    body: (close) => <ViewForm {...form} onClose={close} />,
  }
}

function ViewForm({ scope, query, ...form }: ViewFormProps) {
  const saving = useSaveView(scope)
  return (
    <SavedViewForm
      {...form}
      schema={linkViewForm}
      maxLength={linkViewNameMaxLength}
      noun="view"
      placeholder="Best of the newsletter"
      nameTaken="LINK_VIEW_NAME_TAKEN"
      save={(name, existing) => saving.mutateAsync({ existing, draft: { name, query } })}
    />
  )
}
