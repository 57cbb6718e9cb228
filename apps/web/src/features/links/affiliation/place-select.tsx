import { amazonMarketNames, countryCodes } from '@linkshelf/contract'
import { type ComboboxItem, type ComboboxItemGroup, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { formatPlaceName } from './place-name.ts'
import classes from './place-select.module.css'

const toOption = (value: string): ComboboxItem => ({ value, label: formatPlaceName(value) })

/** Every place that a shop may have, as options of a field: countries by name, and an empty value for none. */
const placeOptions: (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[] = [
  { value: '', label: 'Everyone, on a choice page' },
  { group: 'Marketplaces of Amazon', items: amazonMarketNames.map(toOption) },
  { group: 'Countries', items: countryCodes.map(toOption).toSorted((one, other) => one.label.localeCompare(other.label)) },
]

/** Returns the options whose name contains the text, without regard to case and accents. */
const findPlaces: OptionsFilter = ({ options, search }) => {
  const text = removeAccents(search.trim())
  const isFound = ({ label }: { label: string }) => removeAccents(label).includes(text)
  return options.flatMap((option): typeof options => {
    if (!('group' in option)) return isFound(option) ? [option] : []
    const items = option.items.filter(isFound)
    return items.length === 0 ? [] : [{ ...option, items }]
  })
}

function removeAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase()
}

/** Chooses the place of a shop: its name is typed, or chosen from the list. */
export function PlaceSelect({ error, ...props }: Omit<SelectProps<string>, 'data'>) {
  const [typed, setTyped] = useState('')
  const isNothingFound = findPlaces({ options: placeOptions, search: typed, limit: 1 }).length === 0
  return (
    <Select
      {...props}
      searchable
      data={placeOptions}
      filter={findPlaces}
      onSearchChange={setTyped}
      onClick={selectText}
      onFocus={selectText}
      error={isNothingFound ? 'No country or marketplace has this name' : error}
      allowDeselect={false}
      selectFirstOptionOnChange
      withScrollArea={false}
      classNames={{ options: classes.options }}
      comboboxProps={{ withinPortal: false, shadow: 'md', radius: 'md', offset: 4 }}
    />
  )
}

/** Typing replaces the name that was chosen before. */
function selectText({ currentTarget }: React.SyntheticEvent<HTMLInputElement>): void {
  currentTarget.select()
}
