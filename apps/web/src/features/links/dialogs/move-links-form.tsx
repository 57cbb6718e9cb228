import { type Link, linkMessages } from '@linkshelf/contract'
import { Text } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { ApiError } from '../../../api/api-error.ts'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useAddressDomains } from '../../domains/address-domains.ts'
import { DomainSelect } from '../../domains/domain-select.tsx'
import { useMoveLinks } from '../link-mutations.ts'
import { formatLinkNames } from '../link-name.ts'

interface MoveLinksFormProps {
  scope: ProjectScope
  links: readonly Link[]
  onClose: () => void
}

/** Moves links to another domain. If one link can't be moved, no link is moved. */
export function MoveLinksForm({ scope, links, onClose }: MoveLinksFormProps) {
  const domains = useAddressDomains(scope.orgId)
  const other = domains.usable.find((host) => links.some(({ domain }) => domain !== host))
  const [chosen, setChosen] = useState<string | null>()
  const [error, setError] = useState<string>()
  const move = useMoveLinks(scope)
  const domain = chosen === undefined ? (other ?? null) : chosen

  function submit(): void {
    move.mutate(
      { links, domain, name: domains.formatHost(domain) },
      {
        onSuccess: onClose,
        onError(failure) {
          if (failure instanceof ApiError && failure.status < 500) setError(formatMoveError(failure))
          else void showErrorToast(failure, { fallback: linkMessages.updateFailed })
        },
      },
    )
  }

  return (
    <DialogForm action="Move" isWorking={move.isPending} onSubmit={submit} onClose={onClose}>
      <Text size="sm" c="dimmed" mb="sm">
        {formatLinkNames(links)}
      </Text>
      <DomainSelect
        label="Domain"
        description="Short names stay the same. Earlier addresses keep working as aliases until you release them."
        domains={domains}
        value={domain}
        error={error}
        onChange={(host) => {
          setChosen(host)
          setError(undefined)
        }}
      />
    </DialogForm>
  )
}

/** Names the link that can't be moved, because it is the reason why no link was moved. */
function formatMoveError({ code, message, data }: ApiError): string {
  const slug = typeof data === 'object' && data !== null && 'slug' in data ? String(data.slug) : undefined
  if (slug === undefined) return message
  return code === 'LINK_SLUG_TAKEN'
    ? `No link was moved, because of ${slug}. This short name is already taken on the domain: choose another domain, or rename the link first.`
    : `No link was moved, because of ${slug}. ${message}`
}
