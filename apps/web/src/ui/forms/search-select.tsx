import { Combobox, Loader, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import classes from './search-select.module.css'

export interface SearchOption {
  /** Unique among the options. */
  value: string
  content: React.ReactNode
  isDisabled?: boolean
}

interface SearchSelectProps extends Pick<TextInputProps, 'id' | 'description' | 'placeholder' | 'error' | 'maxLength' | 'disabled'> {
  label: string
  typed: string
  onType: (text: string) => void
  options: readonly SearchOption[]
  isLoading?: boolean
  /** Shown in the dropdown when there are no options: "Nothing found", or what to type. */
  empty: string
  /** The dropdown stays open after a choice, for the next one. */
  onChoose: (value: string) => void
}

/** A search field with a dropdown of what was found, where one after another is chosen. */
export function SearchSelect({ label, typed, onType, options, isLoading, empty, onChoose, ...input }: SearchSelectProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const listId = useId()
  const { setListId } = combobox
  // The list tells its id only once it is shown, and the field would name none until its next render.
  useEffect(() => setListId(listId), [setListId, listId])

  // Enter chooses the first option that was found; nothing is chosen by accident while nothing is typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `options` are the trigger
  useEffect(() => {
    if (typed.trim() === '') combobox.resetSelectedOption()
    else combobox.selectFirstOption()
  }, [typed, options])

  return (
    <Combobox store={combobox} withinPortal={false} onOptionSubmit={onChoose} shadow="md" radius="md" offset={4}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...input}
          label={label}
          type="text"
          autoComplete="off"
          leftSection={<IconSearch aria-hidden size={17} stroke={1.6} />}
          rightSection={isLoading && <Loader size={16} />}
          value={typed}
          onChange={(event) => {
            onType(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            // The form around it is submitted by its button only.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {options.length > 0 ? (
          <Combobox.Options id={listId} aria-label={label} className={classes.options}>
            {options.map(({ value, content, isDisabled }) => (
              <Combobox.Option key={value} value={value} disabled={isDisabled} className={classes.option}>
                {content}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        ) : (
          // A listbox has at least one option.
          <p className={classes.empty} role="status">
            {isLoading ? 'Loading…' : empty}
          </p>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
