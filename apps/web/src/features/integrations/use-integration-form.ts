import {
  integrationRemovedMessage,
  integrationRemoveFailedMessage,
  integrationSavedMessage,
  integrationSaveFailedMessage,
} from '@linkshelf/contract'
import type { Retailer } from '@linkshelf/retailers'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

interface IntegrationFormOptions<Stored, Values, Draft> {
  retailer: Retailer
  schema: Parameters<typeof useContractForm<Values & Record<string, unknown>, Draft>>[0]
  stored: Stored
  toValues: (stored: Stored) => Values
  save: (draft: Draft) => Promise<Stored>
  remove: () => Promise<unknown>
  onSaved: (() => void) | undefined
  /** The values of the form after a reset. */
  defaults: Stored
}

/** The settings of one retailer while they are edited. Saving and deleting fetch them again. */
export function useIntegrationForm<Stored, Values extends Record<string, unknown>, Draft>(
  options: IntegrationFormOptions<Stored, Values, Draft>,
) {
  const { retailer, schema, stored, toValues, save, remove, defaults, onSaved } = options
  const queryClient = useQueryClient()
  const [isRemoving, setIsRemoving] = useState(false)
  const { form, field, submit, isPending } = useContractForm<Values, Draft>(schema, {
    initialValues: toValues(stored),
    send: async (draft) => accept(await save(draft)),
    onSuccess: () => {
      void showToast({ title: 'Saved', message: integrationSavedMessage(retailer) })
      onSaved?.()
    },
    onError: (error) => void showErrorToast(error, { fallback: integrationSaveFailedMessage(retailer) }),
  })

  function accept(saved: Stored): Promise<void> {
    form.setInitialValues(toValues(saved))
    form.setValues(toValues(saved))
    form.resetDirty(toValues(saved))
    void queryClient.invalidateQueries({ queryKey: api.links.affiliation.key() })
    void queryClient.invalidateQueries({ queryKey: api.linkReports.key() })
    return queryClient.invalidateQueries({ queryKey: api.integrations.key() })
  }

  async function removeSaved(): Promise<void> {
    setIsRemoving(true)
    try {
      await remove()
      await accept(defaults)
      void showToast({ title: 'Removed', message: integrationRemovedMessage(retailer) })
    } catch (error) {
      void showErrorToast(error, { fallback: integrationRemoveFailedMessage(retailer) })
    } finally {
      setIsRemoving(false)
    }
  }

  return { form, field, submit, isPending, hasChanges: form.isDirty(), removeSaved, isRemoving }
}
