import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import classes from '../../../ui/forms/picture-field.module.css'
import { parseLogoAddress } from './logo-input.ts'

interface LogoAddressProps {
  onProblem: (problem: string | undefined) => void
  onChange: (address: string) => void
}

export function LogoAddress({ onProblem, onChange }: LogoAddressProps) {
  const [typed, setTyped] = useState('')

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const input = parseLogoAddress(typed)
    if ('problem' in input) {
      onProblem(input.problem)
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    onProblem(undefined)
    onChange(input.logo)
  }

  return (
    <form className={classes.address} onSubmit={submit} noValidate>
      <TextInput
        type="url"
        size="xs"
        aria-label="Address of a logo"
        placeholder="or its address: https://…"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onProblem(undefined)
        }}
      />
      <Button type="submit" variant="default" size="xs">
        Use address
      </Button>
    </form>
  )
}
