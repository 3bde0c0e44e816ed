/** What Node-RED's `validate` gives back: fine, or why not. Never holds a saved value: the sidebar shows it as HTML. */
export type Verdict = true | string;
