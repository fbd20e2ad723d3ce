import Handlebars from "handlebars";
import { errorText } from "../problem.js";
import { blocks, printer, TemplateError } from "./template.js";

type Program = hbs.AST.Program;
type Statement = hbs.AST.Statement;
type Expression = hbs.AST.Expression;

/** The data of a loop that a template may use, other than the items. */
const loopData = new Set(["@first", "@last"]);

/**
 * Parses a template and checks that it contains only names, blocks and partials, and no computation. Passes every
 * name to its helper together with its spelling, so that the error for a missing name contains it.
 * @throws TemplateError for anything else.
 */
export function parseTemplate(name: string, text: string): Program {
  const program = parse(name, text);
  checkProgram(program, name);
  return program;
}

function parse(name: string, text: string): Program {
  try {
    return Handlebars.parse(text);
  } catch (error) {
    throw new TemplateError(name, errorText(error), { cause: error });
  }
}

function checkProgram(program: Program, template: string): void {
  if ((program.blockParams ?? []).length > 0) refuse(template, program, "block parameters");
  for (const statement of program.body) checkStatement(statement, template);
}

function checkStatement(statement: Statement, template: string): void {
  if (isContent(statement) || statement.type === "CommentStatement") return;
  if (isMustache(statement)) return checkMustache(statement, template);
  if (isBlock(statement)) return checkBlock(statement, template);
  if (isPartial(statement)) return checkPartial(statement, template);
  refuse(template, statement, statement.type);
}

/** `{{name}}` becomes `{{print name "name"}}`. */
function checkMustache(statement: hbs.AST.MustacheStatement, template: string): void {
  if (!statement.escaped) refuse(template, statement, "{{{ }}}; write {{ }}, nothing is escaped");
  if (statement.params.length > 0 || statement.hash) refuse(template, statement, "a helper or a parameter");
  const path = checkPath(statement.path, template);
  statement.params = [path, spelling(path)];
  statement.path = named(path, printer);
}

function checkBlock(statement: hbs.AST.BlockStatement, template: string): void {
  const { original } = statement.path;
  if (!blocks.some((name) => name === original)) refuse(template, statement, `the block ${original}`);
  const [param] = statement.params;
  if (!param || statement.params.length > 1 || statement.hash) {
    refuse(template, statement, `${original} with anything but one name`);
  }
  const path = checkPath(param, template);
  statement.params = [path, spelling(path)];
  checkProgram(statement.program, template);
  if (statement.inverse) checkProgram(statement.inverse, template);
}

function checkPartial(statement: hbs.AST.PartialStatement, template: string): void {
  if (!isPath(statement.name) || statement.hash || statement.params.length > 1) {
    refuse(template, statement, "a partial with anything but its name and a view");
  }
  for (const param of statement.params) checkPath(param, template);
}

/** A name of the view, of a part of it (`a.b`), of the view around (`../a`), or `this`. */
function checkPath(expression: Expression, template: string): hbs.AST.PathExpression {
  if (!isPath(expression)) refuse(template, expression, expression.type);
  if (expression.data && !loopData.has(expression.original)) {
    refuse(template, expression, expression.original);
  }
  return expression;
}

function refuse(template: string, node: hbs.AST.Node, what: string): never {
  const known = `names, ${blocks.join(", ")} and partials`;
  const problem = `${what} has no place in a template, which holds ${known}; compute it in the view`;
  throw new TemplateError(`${template}:${node.loc.start.line}`, problem);
}

function spelling(path: hbs.AST.PathExpression): hbs.AST.StringLiteral {
  return { type: "StringLiteral", value: path.original, original: path.original, loc: path.loc };
}

function named(path: hbs.AST.PathExpression, name: string): hbs.AST.PathExpression {
  return { ...path, data: false, depth: 0, parts: [name], original: name };
}

function isContent(node: hbs.AST.Node): node is hbs.AST.ContentStatement {
  return node.type === "ContentStatement";
}

function isMustache(node: hbs.AST.Node): node is hbs.AST.MustacheStatement {
  return node.type === "MustacheStatement";
}

function isBlock(node: hbs.AST.Node): node is hbs.AST.BlockStatement {
  return node.type === "BlockStatement";
}

function isPartial(node: hbs.AST.Node): node is hbs.AST.PartialStatement {
  return node.type === "PartialStatement";
}

function isPath(node: hbs.AST.Node): node is hbs.AST.PathExpression {
  return node.type === "PathExpression";
}
