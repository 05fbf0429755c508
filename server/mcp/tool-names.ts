/** The tools by name, in the order of tools/list. Apart from the tools, because routes need nothing else of them. */
export const TOOL_NAMES = [
  'search_students',
  'list_roster',
  'get_student',
  'save_students',
  'preview_import',
  'apply_import',
  'export_roster',
  'remove_student',
] as const;

export type ToolName = (typeof TOOL_NAMES)[number];
