import { type Entitlements, type FeedbackDraft, storeMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Link as RouteLink, useNavigate } from 'react-router'
import { useProject } from '../../features/organizations/selection.tsx'
import { useCan } from '../../session/permissions.tsx'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { registerErrorAction } from '../../ui/toasts/error-actions.ts'

const openFeedbackDialog = createLazyDialog(async () => (await import('../feedback/feedback-form.tsx')).feedbackDialog)

const settingsPath = '/store/settings'
const createLabel = 'Create a store'
const askLabel = 'Contact & Feedback'

/** Returns the reason why a product has no page. Used if the project has no store. */
export function describeNoStore({ hasStorePage }: Pick<Entitlements, 'hasStorePage'>): string {
  return hasStorePage ? 'The QR code leads to the product’s page in your store. Create a store first.' : storeMessages.notEnabled
}

/**
 * A button that opens the form for a new store. If the organization's plan has no stores, the button opens a message to
 * the operator.
 */
export function NoStoreButton() {
  const { entitlements } = useProject()
  const canCreate = useCan('stores.create')
  if (!entitlements.hasStorePage) {
    return (
      <Button variant="default" onClick={({ currentTarget }) => askForStores(currentTarget)}>
        {askLabel}
      </Button>
    )
  }
  return (
    canCreate && (
      <Button component={RouteLink} to={settingsPath} variant="default">
        {createLabel}
      </Button>
    )
  )
}

/** Adds the button of NoStoreButton to error toasts about a missing store. */
export function useNoStoreErrorActions(): void {
  const navigate = useNavigate()
  const canCreate = useCan('stores.create')

  useEffect(() => {
    if (canCreate) return registerErrorAction('STORE_NOT_FOUND', { label: createLabel, run: () => void navigate(settingsPath) })
  }, [canCreate, navigate])
  useEffect(
    () =>
      registerErrorAction('STORE_NOT_ENABLED', {
        label: askLabel,
        run: () => askForStores(document.activeElement instanceof HTMLElement ? document.activeElement : document.body),
      }),
    [],
  )
}

function askForStores(opener: HTMLElement): void {
  const draft: { current: FeedbackDraft } = { current: { subject: 'Enable stores', idea: '' } }
  openFeedbackDialog(opener, draft)
}
