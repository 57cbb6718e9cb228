import { findSlugProblem, type Link } from '@linkshelf/contract'
import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { ApiError } from '../../../api/api-error.ts'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useAddressDomains } from '../../domains/address-domains.ts'
import { DomainSelect } from '../../domains/domain-select.tsx'
import { useAddAlias } from './alias-mutations.ts'
import classes from './link-addresses.module.css'

const domainErrors = ['DOMAIN_NOT_FOUND', 'DOMAIN_NOT_SERVING', 'DOMAIN_ARCHIVED']
const slugErrors = ['LINK_SLUG_TAKEN', 'LINK_SLUG_RESERVED', 'LINK_ALIAS_LIMIT_REACHED']

/** Adds an address, by default on the link's domain. If the short name is empty, the server generates a short name. */
export function AddAliasForm({ scope, link }: { scope: ProjectScope; link: Link }) {
  const [slug, setSlug] = useState('')
  const [error, setError] = useState<string>()
  const [domainError, setDomainError] = useState<string>()
  const [chosen, setChosen] = useState<string | null>()
  const add = useAddAlias(scope, link)
  const domains = useAddressDomains(scope.orgId)
  // If the link's domain no longer accepts new addresses, the default is the instance's own domain.
  const domain = chosen === undefined ? (domains.usable.includes(link.domain) ? link.domain : null) : chosen
  const host = domains.readableHost(link, domain)

  function change(typed: string): void {
    setSlug(typed)
    setError(undefined)
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (add.isPending) return
    const typed = slug.trim().normalize('NFC')
    const problem = typed === '' ? undefined : findSlugProblem(typed)
    setError(problem)
    if (problem !== undefined) return
    add.mutate(
      { ...(typed !== '' && { slug: typed }), ...(domains.usable.length > 1 && { domain }) },
      {
        onSuccess: () => change(''),
        onError: (failure) => {
          if (failure instanceof ApiError && slugErrors.includes(failure.code)) setError(failure.message)
          else if (failure instanceof ApiError && domainErrors.includes(failure.code)) setDomainError(failure.message)
          else void showErrorToast(failure, { fallback: 'Failed to add the address. Please try again.' })
        },
      },
    )
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <DomainSelect
        className={classes.domain}
        label="Domain"
        domains={domains}
        value={domain}
        error={domainError}
        onChange={(host) => {
          setChosen(host)
          setError(undefined)
          setDomainError(undefined)
        }}
      />
      <TextInput
        className={classes.field}
        label="Add an address"
        description={`The part after ${host}/. If it is empty, a short name is generated.`}
        placeholder="short-name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={slug}
        error={error}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={add.isPending}>
        Add address
      </Button>
    </form>
  )
}
