import type { ComponentChildren, ComponentProps } from 'preact';
import { SearchBox } from './search-box.tsx';

interface SearchInputProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  input?: Pick<ComponentProps<'input'>, 'id' | 'ref' | 'onFocus' | 'onClick'>;
  /** After the input. */
  children?: ComponentChildren;
}

/** The input of a search, whose label is its placeholder too. */
export const SearchInput = ({ label, value, onInput, input, children }: SearchInputProps) => (
  <SearchBox>
    <input
      class="input"
      type="search"
      autocomplete="off"
      spellcheck={false}
      aria-label={label}
      placeholder={label}
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
      {...input}
    />
    {children}
  </SearchBox>
);
