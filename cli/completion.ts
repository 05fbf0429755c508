import { type Command, type CommandResult, groupSubcommands, optionsOf, UsageError } from './command.ts';

/** The words that can be typed after the given ones: candidates or a file. */
interface Context {
  after: string;
  candidates: Candidate[];
  files: boolean;
  /** Options with a value, and the allowed values if they are fixed. */
  values: { option: string; oneOf: readonly string[] }[];
}

interface Candidate {
  word: string;
  help: string;
}

const SHELLS: Record<string, (contexts: Context[]) => string> = { bash, zsh, fish };

export function completionFor(shell: string, commands: readonly Command[]): CommandResult {
  const write = SHELLS[shell];
  if (write === undefined)
    throw new UsageError(`The shell must be bash, zsh or fish, not ${JSON.stringify(shell)}.`);
  const script = write([
    ...commands.map(commandContext),
    ...[...groupSubcommands(commands).keys()].map((word) => groupContext(word, commands)),
    firstWordContext(commands),
  ]);
  return { value: { shell, script }, text: script };
}

function commandContext(command: Command): Context {
  const { words, args, help } = command;
  const options = Object.entries(optionsOf(command));
  const argumentWords = args.filter((arg) => arg.includes('|')).flatMap((arg) => arg.split('|'));
  return {
    after: words,
    candidates: [
      ...argumentWords.map((word) => ({ word, help })),
      ...options.map(([name, option]) => ({ word: `--${name}`, help: option.help })),
      { word: '--help', help: 'Show help' },
    ],
    files: args.some((arg) => /^\[?FILE/.test(arg)),
    values: options
      .filter(([, { value }]) => value !== undefined)
      .map(([name, { oneOf = [] }]) => ({ option: `--${name}`, oneOf })),
  };
}

const groupContext = (word: string, commands: readonly Command[]): Context => ({
  after: word,
  candidates: commands
    .filter(({ words }) => words.startsWith(`${word} `))
    .map(({ words, help }) => ({
      word: words.slice(word.length + 1),
      help,
    })),
  files: false,
  values: [],
});

const firstWordContext = (commands: readonly Command[]): Context => ({
  after: '',
  candidates: [
    ...commands.filter(({ words }) => !words.includes(' ')).map(({ words, help }) => ({ word: words, help })),
    ...[...groupSubcommands(commands)].map(([word, seconds]) => ({ word, help: seconds.join(', ') })),
    { word: '--help', help: 'Show help' },
    { word: '--version', help: 'Show the version' },
  ],
  files: false,
  values: [],
});

/** The shell takes the first match, so commands come before groups. */
function cases(contexts: Context[], formatCandidates: (candidates: Candidate[]) => string): string {
  return contexts
    .map(({ after, candidates, values, files }) => {
      const valueCases = values.map(({ option, oneOf }) => {
        const words = oneOf.map((word) => ({ word, help: option.slice(2) }));
        return `${option}) ${formatCandidates(words)} ;;`;
      });
      const defaultCase = `${formatCandidates(candidates)}${files ? ' files=yes' : ''}`;
      const body =
        valueCases.length === 0
          ? defaultCase
          : `case $before in ${valueCases.join(' ')} *) ${defaultCase} ;; esac`;
      return `    '${after} '${after === '' ? '' : '*'}) ${body} ;;`;
    })
    .join('\n');
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bash(contexts: Context[]): string {
  return `# Completes rollbook in bash: source <(rollbook completion bash)
_rollbook() {
  local IFS=$' \t\n' offers= files=
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1} " in
${cases(contexts, (candidates) => `offers=${quote(candidates.map(({ word }) => word).join(' '))}`)}
  esac
  COMPREPLY=($(compgen -W "$offers" -- "$current"))
  if [[ $files && $current != -* ]]; then compopt -o default; COMPREPLY=(); fi
}
complete -F _rollbook rollbook`;
}

function zsh(contexts: Context[]): string {
  return `#compdef rollbook
# Completes rollbook in zsh: source <(rollbook completion zsh), after compinit
_rollbook() {
  local -a offers
  local files= before=\${words[CURRENT-1]}
  case "\${(j: :)words[2,CURRENT-1]} " in
${cases(contexts, (candidates) => `offers=(${candidates.map(formatDescription).join(' ')})`)}
  esac
  if [[ -n $files && $PREFIX != -* ]]; then _files; else _describe rollbook offers; fi
}
compdef _rollbook rollbook`;
}

const formatDescription = ({ word, help }: Candidate): string =>
  quote(`${word.replaceAll(':', '\\:')}:${help}`);

function fish(contexts: Context[]): string {
  const lines = contexts.flatMap(({ after, candidates, files, values }) => {
    // Options and files are completed after further arguments as well; subcommands are not.
    const directlyAfter = `complete -c rollbook -n '__rollbook_typed "${after} "'`;
    const anywhereAfter = `complete -c rollbook -n '__rollbook_typed "${after} *"'`;
    return [
      ...candidates.map(({ word, help }) => {
        if (!word.startsWith('--')) return `${directlyAfter} -a ${word} -d ${quote(help)}`;
        const value = values.find(({ option }) => option === word);
        const takes = value === undefined ? '' : ` -x -a ${quote(value.oneOf.join(' '))}`;
        return `${after === '' ? directlyAfter : anywhereAfter} -l ${word.slice(2)}${takes} -d ${quote(help)}`;
      }),
      ...(files ? [`${anywhereAfter} -F`] : []),
    ];
  });
  return `# Completes rollbook in fish: rollbook completion fish | source
function __rollbook_typed
  set -l typed (commandline -opc)
  string match -q -- $argv "$typed[2..] "
end
complete -c rollbook -f
${lines.join('\n')}`;
}
