import { type Domain, domainForm } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { closeUnlessCanceled } from '../../ui/error-details.ts'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { TypedNameForm } from '../../ui/overlays/typed-name-form.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import { useAddDomain, useRemoveDomain } from './domain-queries.ts'

export function addDomainDialog(orgId: string, onAdded: (domain: Domain) => void): Dialog {
  return { title: 'Add domain', body: (close) => <AddDomainForm orgId={orgId} onAdded={onAdded} onClose={close} /> }
}

export function removeDomainDialog(orgId: string, domain: Domain): Dialog {
  return { title: 'Remove domain', body: (close) => <RemoveDomainForm orgId={orgId} domain={domain} onClose={close} /> }
}

interface AddDomainFormProps {
  orgId: string
  onAdded: (domain: Domain) => void
  onClose: () => void
}

function AddDomainForm({ orgId, onAdded, onClose }: AddDomainFormProps) {
  const addition = useAddDomain(orgId)
  const { field, submit, isPending } = useContractForm(domainForm, {
    initialValues: { host: '' },
    errorFields: {
      DOMAIN_EXISTS: 'host',
      DOMAIN_RESERVED: 'host',
      DOMAIN_LIMIT_REACHED: 'host',
      DOMAIN_UNVERIFIED_LIMIT_REACHED: 'host',
    },
    send: async (draft) => {
      const domain = await addition.mutateAsync(draft)
      onClose()
      onAdded(domain)
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The domain could not be added. Please try again.' }),
  })
  return (
    <DialogForm action="Add domain" isWorking={isPending} onSubmit={submit} onClose={onClose}>
      <TextInput
        label="Domain"
        description="A subdomain is best, such as go.example.com: the rest of your site stays where it is."
        placeholder="go.example.com"
        required
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        inputMode="url"
        spellCheck={false}
        maxLength={300}
        {...field('host')}
      />
    </DialogForm>
  )
}

/**
 * Confirms the removal of a domain. The user must type the domain's name, because the links of a domain in use stop
 * working.
 */
function RemoveDomainForm({ orgId, domain, onClose }: { orgId: string; domain: Domain; onClose: () => void }) {
  const removal = useRemoveDomain(orgId)
  return (
    <TypedNameForm
      name={domain.display_host}
      verb="remove"
      isWorking={removal.isPending}
      onConfirm={() => removal.mutate(domain, { onSettled: closeUnlessCanceled(onClose) })}
      onClose={onClose}
    >
      {domain.serving ? (
        <>
          Links on <strong>{domain.display_host}</strong> stop working immediately, until the domain is added and verified again. Until
          then, others can add the domain if they own it.
        </>
      ) : (
        <>
          No link works on <strong>{domain.display_host}</strong> now, so visitors notice nothing. To use the domain later, add it again and
          set its new TXT record.
        </>
      )}
    </TypedNameForm>
  )
}
