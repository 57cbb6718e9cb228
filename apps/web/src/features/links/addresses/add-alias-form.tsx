import { findSlugProblem, type Link, readableShortUrl, slugOfShortUrl } from '@linkshelf/contract'
import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { ApiError } from '../../../api/api-error.ts'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useAddAlias } from './alias-mutations.ts'
import classes from './link-addresses.module.css'

const ofField = ['LINK_SLUG_TAKEN', 'LINK_SLUG_RESERVED', 'LINK_ALIAS_LIMIT_REACHED']

/** Adds an address of the link's domain. Without a short name, one is generated. */
export function AddAliasForm({ scope, link }: { scope: ProjectScope; link: Link }) {
  const [slug, setSlug] = useState('')
  const [error, setError] = useState<string>()
  const add = useAddAlias(scope, link)
  const host = readableShortUrl(link.url).slice(0, -slugOfShortUrl(link.url).length)

  function change(typed: string): void {
    setSlug(typed)
    setError(undefined)
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (add.isPending) return
    const chosen = slug.trim().normalize('NFC')
    const problem = chosen === '' ? undefined : findSlugProblem(chosen)
    setError(problem)
    if (problem !== undefined) return
    add.mutate(chosen === '' ? {} : { slug: chosen }, {
      onSuccess: () => change(''),
      onError: (failure) => {
        if (failure instanceof ApiError && ofField.includes(failure.code)) setError(failure.message)
        else void showErrorToast(failure, { fallback: 'Failed to add the address. Please try again.' })
      },
    })
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        className={classes.field}
        label="Add an address"
        description={`Behind ${host}. Leave it empty for a generated one.`}
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
