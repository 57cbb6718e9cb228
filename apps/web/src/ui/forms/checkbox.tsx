import { Switch, type SwitchProps } from '@mantine/core'
import { type ComponentPropsWithRef, useEffect, useRef } from 'react'
import classes from './checkbox.module.css'

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> {
  /** True if only some of the items that the checkbox stands for are checked. */
  isIndeterminate?: boolean
}

/** A checkbox that is a single element, for use in lists. */
export function Checkbox({ isIndeterminate = false, ref: given, className, ...input }: CheckboxProps) {
  const own = useRef<HTMLInputElement>(null)

  // The indeterminate state is only a property of the element, not an attribute, so it is set here.
  useEffect(() => {
    if (own.current !== null) own.current.indeterminate = isIndeterminate
  }, [isIndeterminate])

  function setRefs(element: HTMLInputElement | null): void {
    own.current = element
    if (typeof given === 'function') given(element)
    else if (given) given.current = element
  }

  return <input {...input} ref={setRefs} type="checkbox" className={[classes.checkbox, className].filter(Boolean).join(' ')} />
}

/**
 * A switch with a description. Mantine makes the description part of the accessible name. Here, screen readers read it
 * once, after the name.
 */
export function DescribedSwitch({ label, ...props }: SwitchProps & { label: string; description: string }) {
  return <Switch {...props} label={label} aria-label={label} />
}
