import {
  accountIdMaxLength,
  additionalParamsMaxLength,
  formatIntegrationLoadFailedMessage,
  formatIntegrationRemovedMessage,
  formatIntegrationRemoveFailedMessage,
  formatIntegrationSavedMessage,
  formatIntegrationSaveFailedMessage,
  type LinkIntegrations,
  toAffiliateSettings,
} from '@linkshelf/contract'
import { type Retailer, retailerNames, tagUrl } from '@linkshelf/retailers'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ProjectScope } from '../../api/api.ts'
import { Can, Editable } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { type FormSchema, useContractForm } from '../../ui/forms/use-contract-form.ts'
import { useUnsavedChanges } from '../../ui/forms/use-unsaved-changes.tsx'
import { ConfirmForm } from '../../ui/overlays/dialog-form.tsx'
import { type Dialog, openDialog } from '../../ui/overlays/dialogs.tsx'
import { QueryBoundary, type QueryState } from '../../ui/states/query-boundary.tsx'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import classes from './integrations.module.css'

export interface RetailerProps {
  scope: ProjectScope
  loading: React.ReactNode
  /** Called once the settings are saved. */
  onSaved?: () => void
}

/** A form that is being edited: Mantine's form, a function that returns the props of an input, and the typed values. */
export type EditedForm<Values extends Record<string, unknown>> = Pick<
  ReturnType<typeof useContractForm<Values, unknown>>,
  'form' | 'field'
> & {
  values: Values
}

type IdValues = Record<string, unknown> & { additionalParams: string }

interface IntegrationFormProps<Stored, Values extends IdValues, Draft> extends Omit<RetailerProps, 'scope'> {
  retailer: Retailer
  query: QueryState<Stored>
  schema: FormSchema<Draft>
  toValues: (stored: Stored) => Values
  /** The settings that apply after a deletion. */
  defaults: Stored
  save: (draft: Draft) => Promise<Stored>
  remove: () => Promise<unknown>
  /** The fields for the IDs of an account with the retailer. */
  idFields: { name: keyof Values & string; label: string; description: string; required?: boolean }[]
  /** Settings that the project's links suggest. They are offered until settings are saved. */
  proposal?: { text: string; values: Partial<Values> } | undefined
  /** Rendered after the IDs. */
  selects?: (form: EditedForm<Values>) => React.ReactNode
  /** Rendered after the fields. */
  notes: (form: EditedForm<Values>) => React.ReactNode
  /** Returns a link to the retailer. The form shows it with the tag of the typed settings. */
  exampleUrl: (values: Values) => string
  /** Returns the settings whose tag the example link gets. */
  exampleSettings: (values: Values) => LinkIntegrations
  /** Renders settings that have their own card. */
  furtherCard?: (form: EditedForm<Values>) => React.ReactNode
}

type LoadedFormProps<Stored, Values extends IdValues, Draft> = Omit<IntegrationFormProps<Stored, Values, Draft>, 'query' | 'loading'> & {
  stored: Stored
}

/** The order of the parts of a field. Descriptions are below the inputs, so that the inputs of a row are aligned. */
export const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

// The save calls of all retailers need the same role, so the role is checked with this call for all of them.
const saveCall = 'integrations.saveAmazon'

/** The settings of one retailer: loading, error or the form. */
export function IntegrationForm<Stored extends { updated_at: string | null }, Values extends IdValues, Draft>({
  query,
  loading,
  ...props
}: IntegrationFormProps<Stored, Values, Draft>) {
  return (
    <QueryBoundary query={query} loading={loading} error={formatIntegrationLoadFailedMessage(props.retailer)}>
      {(stored) => <LoadedForm {...props} stored={stored} />}
    </QueryBoundary>
  )
}

function LoadedForm<Stored extends { updated_at: string | null }, Values extends IdValues, Draft>(
  props: LoadedFormProps<Stored, Values, Draft>,
) {
  const { form, field, submit, isPending, removeSaved, isRemoving } = useEditedSettings(props)
  const hasChanges = form.isDirty()
  useUnsavedChanges(hasChanges)
  const edited = { form, field, values: form.values }
  const textProps = { autoComplete: 'off', maxLength: accountIdMaxLength, inputWrapperOrder }
  const { proposal, stored } = props
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Editable call={saveCall}>
        <Card>
          <div className={classes.stack}>
            {proposal && stored.updated_at === null && !hasChanges && (
              <p className={classes.proposal}>
                <span>{proposal.text}</span>
                <Button size="xs" variant="default" onClick={() => form.setValues(proposal.values)}>
                  Use
                </Button>
              </p>
            )}
            <div className={classes.fields}>
              {props.idFields.map(({ name, ...texts }) => (
                <TextInput key={name} {...texts} {...textProps} {...field(name)} />
              ))}
              {props.selects?.(edited)}
              <TextInput
                label="Additional parameters"
                description="For every link: name=value, joined by &"
                {...textProps}
                maxLength={additionalParamsMaxLength}
                {...field('additionalParams')}
              />
            </div>
            {props.notes(edited)}
            <TaggedExample url={props.exampleUrl(form.values)} integrations={props.exampleSettings(form.values)} />
          </div>
        </Card>
        {props.furtherCard?.(edited)}
      </Editable>
      <Can call={saveCall}>
        <div className={classes.save}>
          <Button type="submit" loading={isPending}>
            Save
          </Button>
          <Button
            variant="default"
            disabled={props.stored.updated_at === null}
            loading={isRemoving}
            onClick={({ currentTarget }) => void openDialog(async () => createRemoveDialog(props.retailer, removeSaved), currentTarget)}
          >
            Delete configuration
          </Button>
          <span role="status">{hasChanges ? 'Unsaved changes' : ''}</span>
        </div>
      </Can>
    </form>
  )
}

/** Returns the form for the settings. After a save or a deletion, the settings are fetched again. */
function useEditedSettings<Stored, Values extends IdValues, Draft>(props: LoadedFormProps<Stored, Values, Draft>) {
  const { retailer, schema, stored, toValues, save, onSaved, remove, defaults } = props
  const queryClient = useQueryClient()
  const [isRemoving, setIsRemoving] = useState(false)
  const { form, field, submit, isPending } = useContractForm<Values, Draft>(schema, {
    initialValues: toValues(stored),
    send: async (draft) => showSaved(await save(draft)),
    onSuccess: () => {
      void showToast({ title: 'Saved', message: formatIntegrationSavedMessage(retailer), completed: 'retailer' })
      onSaved?.()
    },
    onError: (error) => void showErrorToast(error, { fallback: formatIntegrationSaveFailedMessage(retailer) }),
  })

  function showSaved(saved: Stored): Promise<void> {
    form.setInitialValues(toValues(saved))
    form.setValues(toValues(saved))
    form.resetDirty(toValues(saved))
    void queryClient.invalidateQueries({ queryKey: api.links.key() })
    void queryClient.invalidateQueries({ queryKey: api.linkReports.key() })
    return queryClient.invalidateQueries({ queryKey: api.integrations.key() })
  }

  async function removeSaved(): Promise<void> {
    setIsRemoving(true)
    try {
      await remove()
      await showSaved(defaults)
      void showToast({ title: 'Removed', message: formatIntegrationRemovedMessage(retailer) })
    } catch (error) {
      void showErrorToast(error, { fallback: formatIntegrationRemoveFailedMessage(retailer) })
    } finally {
      setIsRemoving(false)
    }
  }

  return { form, field, submit, isPending, removeSaved, isRemoving }
}

/** Shows a link with the tag of the typed settings. */
function TaggedExample({ url, integrations }: { url: string; integrations: LinkIntegrations }) {
  const tagged = tagUrl(url, toAffiliateSettings(integrations))
  const isTagged = tagged.status === 'tagged'
  return (
    <section className={classes.example} aria-label="Example">
      <span className={classes.exampleTitle}>{isTagged ? 'Your links will look like this' : 'Your links have no tag yet'}</span>
      <code>{tagged.url}</code>
    </section>
  )
}

/**
 * Creates the dialog in which the user confirms the deletion of the settings. A deletion must be confirmed, because it
 * changes links immediately.
 */
function createRemoveDialog(retailer: Retailer, onRemove: () => Promise<void>): Dialog {
  const name = retailerNames[retailer]
  return {
    title: `Delete the ${name} configuration?`,
    body: (close) => (
      <ConfirmForm
        action="Delete"
        isDangerous
        onConfirm={() => {
          close()
          void onRemove()
        }}
        onClose={close}
      >
        Your links to {name} lose your tag right away. Their destinations stay the same.
      </ConfirmForm>
    ),
  }
}
